# Les fonctions du sujet.
subject-uneven = l'argument { $at } ne convient pas : { $pixels } pixels ne remplissent pas des lignes de { $columns } colonnes
subject-too-large = l'argument { $at } ne convient pas : plus de { $most } pixels sont demandés
subject-rectangle-outside = l'argument { $at } ne convient pas : le rectangle { $rect } sort de l'image
subject-rectangle-empty = l'argument { $at } ne convient pas : le rectangle { $rect } est vide
subject-rectangle-overlap = l'argument { $at } ne convient pas : le rectangle { $rect } recouvre le rectangle { $earlier }
subject-rectangle-hole = l'argument { $at } ne convient pas : aucun rectangle ne couvre ({ $row }, { $column })
