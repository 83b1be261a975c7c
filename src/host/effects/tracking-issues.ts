// An issue that tracks one thing: opened once, then edited, closed and opened again, and found by its marker.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, objectAt, ordinalAt, stringAt, textAt } from '../payload.js'
import {
  alreadyDone,
  type EffectHandler,
  markerComment,
  notDone,
  singleMatch,
  type TypedEffectOrder,
  textMark,
  withMarker
} from './effect.js'
import type { RepositoryClient } from './repository-client.js'
import { createMissingLabel } from './repository-labels.js'

type Order = TypedEffectOrder<ArgumentsOf<'track-issue'>>

const ISSUES = '/issues'

export const trackIssue: EffectHandler<ArgumentsOf<'track-issue'>> = {
  async find(repository, order) {
    const matches = await ownIssues(repository, order)
    // What was never opened, or was deleted, need not be closed.
    if (matches.length === 0 && order.arguments.state === 'closed') return alreadyDone({ issue_number: null })
    return singleMatch(matches, (issue) =>
      isAsAsked(issue, order) ? alreadyDone(evidenceOf(issue), idAt(issue, 'id')) : notDone
    )
  },
  async perform(repository, order) {
    const [existing] = await ownIssues(repository, order)
    const number = existing && ordinalAt(existing, 'number')
    const { title, label, state } = order.arguments
    const body = { title, body: textOf(order) }
    if (number) {
      const issue = await repository.write('PATCH', `${ISSUES}/{number}`, {
        at: { number },
        body: { ...body, state }
      })
      return { hostId: idAt(issue, 'id'), evidence: evidenceOf(issue) }
    }
    // Otherwise the host would choose its color.
    await createMissingLabel(repository, label)
    const issue = await repository.write('POST', ISSUES, { body: { ...body, labels: [label.name] } })
    return { hostId: idAt(issue, 'id'), evidence: evidenceOf(issue) }
  }
}

/** The host shows pull requests as issues. */
async function ownIssues(
  repository: RepositoryClient,
  { marker, arguments: { label } }: Order
): Promise<JsonObject[]> {
  const matches: JsonObject[] = []
  for await (const issue of repository.list(ISSUES, { labels: label.name, state: 'all' }))
    if (!objectAt(issue, 'pull_request') && textAt(issue, 'body')?.includes(markerComment(marker)))
      matches.push(issue)
  return matches
}

const evidenceOf = (issue: JsonObject): JsonObject => ({
  issue_number: ordinalAt(issue, 'number'),
  url: stringAt(issue, 'html_url')
})

const textMarkOf = ({ arguments: { title, body } }: Order): string => textMark(`${title}\n${body}`)

const textOf = (order: Order): string =>
  `${withMarker(order.arguments.body, order.marker)}\n${textMarkOf(order)}`

const isAsAsked = (issue: JsonObject, order: Order): boolean =>
  stringAt(issue, 'state') === order.arguments.state &&
  textAt(issue, 'body')?.includes(textMarkOf(order)) === true
