// The labels of the merge queue on pull requests.
import { QUEUE_LABEL, QUEUED_LABEL } from '#schemas/merge-queue/enums.js'

/** Label names are case-insensitive on the host. */
export const hasLabel = (labels: readonly string[], label: string): boolean =>
  labels.some((one) => one.toLowerCase() === label.toLowerCase())

export const isQueueLabel = (label: string): boolean => hasLabel([QUEUE_LABEL, QUEUED_LABEL], label)
