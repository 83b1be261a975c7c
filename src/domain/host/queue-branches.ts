// Branches that the merge queue makes on the host: what runs on them is the queue's own doing.
export const CANDIDATE_PREFIX = 'service-queue/'
export const SCRATCH_PREFIX = 'service-queue-build/'
