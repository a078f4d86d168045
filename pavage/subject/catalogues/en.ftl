# The subject's functions.
subject-uneven = argument { $at } does not fit: { $pixels } pixels do not fill rows of { $columns } columns
subject-too-large = argument { $at } does not fit: more than { $most } pixels are asked for
subject-rectangle-outside = argument { $at } does not fit: rectangle { $rect } leaves the image
subject-rectangle-empty = argument { $at } does not fit: rectangle { $rect } is empty
subject-rectangle-overlap = argument { $at } does not fit: rectangle { $rect } overlaps rectangle { $earlier }
subject-rectangle-hole = argument { $at } does not fit: no rectangle covers ({ $row }, { $column })
