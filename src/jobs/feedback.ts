// The jobs of feedback.
import type { Jobs } from '#queue/job.js'
import { followComment } from '#services/feedback/comment.js'
import { abandonDelivery, postDelivery } from '#services/feedback/post.js'

declare module '#deps.js' {
  interface JobPayloads {
    'feedback.post': { delivery_id: number }
    'feedback.give-up': JobPayloads['feedback.post']
    'feedback.follow': { action_id: number }
  }
}

export const feedbackJobs = {
  /** Posts one message to a chat. An attempt that fails enqueues the next one itself: retries are for lost attempts. */
  'feedback.post': {
    handle: (deps, payload) => postDelivery(deps, payload),
    concurrency: 8,
    retryLimit: 8,
    timeoutSeconds: 60,
    deadLetter: 'feedback.give-up'
  },
  /** Ends a message that could not be posted. */
  'feedback.give-up': {
    handle: (deps, payload) => abandonDelivery(deps, payload),
    concurrency: 2,
    retryLimit: 20,
    timeoutSeconds: 30
  },
  /** Ends what waits for a comment whose action has ended. */
  'feedback.follow': {
    handle: (deps, payload) => followComment(deps, payload),
    concurrency: 4,
    retryLimit: 20,
    timeoutSeconds: 30
  }
} satisfies Jobs
