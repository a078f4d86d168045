# Les fonctions du sujet.
subject-uneven = { $pixels } pixels ne remplissent pas des lignes de { $columns } colonnes
subject-too-large = plus de { $most } pixels sont demandés
subject-rectangle-outside = le rectangle { $rect } sort de l'image
subject-rectangle-empty = le rectangle { $rect } est vide
subject-rectangle-overlap = le rectangle { $rect } recouvre le rectangle { $earlier }
subject-rectangle-hole = aucun rectangle ne couvre ({ $row }, { $column })
