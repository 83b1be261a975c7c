// The variables that rules can use. Unknown values are left out, so that the trace reports them as unknown.
import type { JsonObject } from '#schemas/common.js'
import type { RuleEvent, RulePullFacts } from '../host/events.js'
import { truncateBody } from '../mirror/freshness.js'

const NEW = ['opened', 'reopened', 'ready_for_review']

/** Facts about the event that its payload may lack. */
export interface RuleEventDetails {
  /** Full name of the repository. */
  repo: string
  pull: RulePullFacts | undefined
  files: readonly string[] | undefined
}

export function buildRuleContext(ruleEvent: RuleEvent, { repo, pull, files }: RuleEventDetails): JsonObject {
  const { event, action, sender, number, author, title, labels, target, comment } = ruleEvent
  return {
    event,
    action,
    sender,
    number,
    repo,
    author,
    title,
    labels,
    body: truncateBody(ruleEvent.body),
    is_new: NEW.includes(action),
    ...(target === 'issue' ? { branch: '', is_draft: false } : {}),
    ...(pull ? pullContext(pull) : {}),
    ...(files ? { files: [...files] } : {}),
    ...(comment ? commentContext(comment) : {})
  }
}

function pullContext(pull: RulePullFacts): JsonObject {
  const { headBranch, baseBranch, draft, additions, deletions, changedFiles } = pull
  const changes = { added: additions, deleted: deletions, modified: changedFiles }
  return { branch: headBranch, base_branch: baseBranch, is_draft: draft, changes }
}

/** A comment that begins with a slash command. */
const COMMAND = /^\/[a-z]/i

function commentContext({ author, body }: NonNullable<RuleEvent['comment']>): JsonObject {
  return { comment_author: author, comment_body: truncateBody(body), is_command: COMMAND.test(body) }
}
