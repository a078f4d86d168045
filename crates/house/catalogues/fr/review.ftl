# Reviews.
review-stopped = the review was stopped
