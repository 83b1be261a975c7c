// The two issues of a signal, with what is alike in their texts.
import type { Deps } from '#deps.js'
import { markAlike, wordingOf } from '#domain/duplicates/text/alike.js'
import { type JsonText, joined, textOf } from '#domain/json/text.js'
import { signalNotFound } from '#errors/pillars.js'
import type { ComparedDuplicate, PairSide } from '#schemas/duplicates/pair.js'
import { type PairIssue, signalPair } from '#store/duplicates/pair.js'

export async function loadPair({ db, host }: Deps, id: number): Promise<JsonText<ComparedDuplicate>> {
  const pair = await signalPair(db, id)
  if (!pair) throw signalNotFound(id)
  const { shown, fullName, source, target } = pair
  const sideOf = (issue: PairIssue, other: PairIssue): PairSide => {
    const { number, title, body, body_truncated, author, labels, created_at } = issue
    const wording = wordingOf(`${other.title}\n${other.body}`)
    return {
      title: markAlike(title, wording),
      body: markAlike(body, wording),
      body_truncated,
      author,
      labels,
      created_at,
      url: host.pages.issue(fullName, number)
    }
  }
  return joined(shown, textOf({ source: sideOf(source, target), target: sideOf(target, source) }))
}
