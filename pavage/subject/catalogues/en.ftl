# The subject's functions.
subject-uneven = { $pixels } pixels do not fill rows of { $columns } columns
subject-too-large = more than { $most } pixels are asked for
subject-rectangle-outside = rectangle { $rect } leaves the image
subject-rectangle-empty = rectangle { $rect } is empty
subject-rectangle-overlap = rectangle { $rect } overlaps rectangle { $earlier }
subject-rectangle-hole = no rectangle covers ({ $row }, { $column })
