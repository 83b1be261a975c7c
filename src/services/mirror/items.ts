// One issue or pull request as the API shows it, with its address on the host.
import type { Deps } from '#deps.js'
import { type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'
import { pullNotFound } from '#errors/merge-queue.js'
import { issueNumberNotFound } from '#errors/pillars.js'
import type { IssueDetail } from '#schemas/mirror/issues.js'
import type { ItemParams } from '#schemas/mirror/items.js'
import type { PullRequestDetail } from '#schemas/mirror/pull-requests.js'
import { issueShown } from '#store/mirror/issues.js'
import { pullRequestShown } from '#store/mirror/pull-requests.js'
import { repositoryByName } from '#store/mirror/repositories.js'

export async function loadIssue({ db, host }: Deps, item: ItemParams): Promise<JsonText<IssueDetail>> {
  const found = await issueShown(db, item)
  if (!found) throw issueNumberNotFound(await knownName(db, item), item.number)
  return joined(found.text, memberOf('url', textOf(host.pages.issue(found.fullName, item.number))))
}

export async function loadPullRequest(
  { db, host }: Deps,
  item: ItemParams
): Promise<JsonText<PullRequestDetail>> {
  const found = await pullRequestShown(db, item)
  if (!found) throw pullNotFound(await knownName(db, item), item.number)
  return joined(found.text, memberOf('url', textOf(host.pages.pull(found.fullName, item.number))))
}

/** Throws if there is no such repository: that is the reason then. */
async function knownName(db: Deps['db'], item: ItemParams): Promise<string> {
  return (await repositoryByName(db, item)).fullName
}
