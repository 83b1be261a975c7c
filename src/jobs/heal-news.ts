import { takeNews } from '../services/heal/news.js'
import type { JobDefinition } from './index.js'

/** Takes up what a run that has ended means for healing. */
export const healNews: JobDefinition<'heal.news'> = {
  handle: (deps, payload) => takeNews(deps, payload),
  concurrency: 4,
  retryLimit: 8,
  timeoutSeconds: 30,
  singleton: true
}
