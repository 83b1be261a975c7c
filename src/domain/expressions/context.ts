// What a rule can ask of an event; what is not known is left out, so that asking for it says so.
import type { JsonObject } from '#schemas/common.js'
import type { Happening, PullFacts } from '../host/events.js'
import { storedBody } from '../mirror/mirror.js'

const NEW = ['opened', 'reopened', 'ready_for_review']

/** What is known beside the event itself. */
export interface Surroundings {
  /** Full name of the repository. */
  repo: string
  pull: PullFacts | undefined
  files: readonly string[] | undefined
}

export function contextOf(happening: Happening, { repo, pull, files }: Surroundings): JsonObject {
  const { event, action, sender, number, author, title, labels, target, comment } = happening
  return {
    ...{ event, action, sender, number, repo, author, title, labels },
    body: storedBody(happening.body),
    is_new: NEW.includes(action),
    ...(target === 'issue' ? { branch: '', is_draft: false } : {}),
    ...(pull ? aboutPull(pull) : {}),
    ...(files ? { files: [...files] } : {}),
    ...(comment ? aboutComment(comment) : {})
  }
}

function aboutPull(pull: PullFacts): JsonObject {
  const { headBranch, baseBranch, draft, additions, deletions, changedFiles } = pull
  const changes = { added: additions, deleted: deletions, modified: changedFiles }
  return { branch: headBranch, base_branch: baseBranch, is_draft: draft, changes }
}

/** A word after a slash, where the comment begins. */
const COMMAND = /^\/[a-z]/i

function aboutComment({ author, body }: NonNullable<Happening['comment']>): JsonObject {
  return { comment_author: author, comment_body: storedBody(body), is_command: COMMAND.test(body) }
}
