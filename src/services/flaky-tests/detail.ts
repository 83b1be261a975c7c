// One test as the API shows it, with its addresses on the host.
import type { Deps } from '#deps.js'
import { type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'
import { testNotFound } from '#errors/flaky-tests.js'
import type { FlakyTestDetail } from '#schemas/flaky-tests/detail.js'
import { flakyTestText } from '#store/flaky-tests/detail.js'

export async function loadFlakyTest({ db, host }: Deps, id: number): Promise<JsonText<FlakyTestDetail>> {
  const found = await flakyTestText(db, id)
  if (!found) throw testNotFound(id)
  const { text, fullName, firstBadCommit } = found
  const url = firstBadCommit && host.pages.commit(fullName, firstBadCommit)
  return joined(text, memberOf('first_bad_commit_url', textOf(url)))
}
