# La base des parties.
store-cannot-open = { $file } ne peut pas être ouvert : { $reason }
store-cannot-create = le fichier ne peut être ni lu ni créé
store-not-a-database = le fichier n'est pas une base de données
store-no-such-database = cette base de données n'existe pas : la créer d'abord
store-exposed = les autres utilisateurs de cette machine peuvent lire le dossier { $folder } : `chmod 700` le ferme
store-full = le disque est plein
store-read-only = le dépôt est en lecture seule
store-conflict = une ligne de même clé existe déjà
store-damaged = la ligne { $number } de la partie est abîmée
store-differs = la copie de la table { $table } diffère : elle a { $written } lignes, et la source { $read }
store-away = la base de données ne répond pas
store-closed = le dépôt est fermé
store-other = { $reason }
