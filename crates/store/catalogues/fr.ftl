# La base des parties.
store-cannot-open = { $file } ne peut pas être ouvert : { $reason }
store-no-place = il ne peut être ni lu ni créé
store-not-a-database = ce n'est pas une base de données
store-no-such-database = cette base de données n'existe pas : la créer d'abord
store-conflict = cette ligne est déjà écrite
store-damaged = la ligne { $number } de la partie est abîmée
store-differs = la copie diffère : la table { $table } a { $written } lignes là où { $read } ont été copiées, ou d'autres
store-away = la base de données ne répond pas
store-closed = le dépôt est fermé
