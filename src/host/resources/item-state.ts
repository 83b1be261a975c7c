// An issue or a pull request as the host shows it now, with the last activity of a person.
import type { LiveItem } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import type { StaleTarget } from '#schemas/host/enums.js'
import type { HostClient, HostRead, HostResponse } from '../api/client.js'
import { isBot } from '../events/activity.js'
import { flagAt, momentAt, namesAt, objectAt, objectsAt, objectsIn, stringAt } from '../payload.js'
import { fetchObject, type RepositoryAccess } from './listings.js'

const ITEM = '/repos/{owner}/{repo}/issues/{number}'
const PER_PAGE = 100
/** A longer history since the last known activity is not read: it counts as activity. */
const MOST_PAGES = 10

export interface ItemQuestion {
  type: StaleTarget
  number: number
  /** The last activity of a person that is known; what is older is not looked for. */
  since: Date
  /** Under which the service itself acts. */
  ownLogin: string | undefined
}

/** Undefined if the host has no such item. */
export async function itemState(
  client: HostClient,
  access: RepositoryAccess,
  question: ItemQuestion
): Promise<LiveItem | undefined> {
  const { owner, name: repo } = access
  const { number, since } = question
  const parameters = { owner, repo, number }
  const found = await fetchObject(client, { path: ITEM, parameters }, access, (item) => item)
  const updatedAt = momentAt(found, 'updated_at')
  // Of a transferred issue, the host shows the one in the other repository.
  if (!found || updatedAt === null || found['number'] !== number) return undefined
  if ((objectAt(found, 'pull_request') !== undefined) !== (question.type === 'pr')) return undefined
  const isQuiet = updatedAt <= since
  const request = { path: `${ITEM}/timeline`, parameters: { ...parameters, per_page: PER_PAGE } }
  const humanAt = isQuiet ? since : ((await lastByPerson(client, { request, access, question })) ?? updatedAt)
  return {
    isOpen: stringAt(found, 'state') === 'open',
    isByBot: isBot(objectAt(found, 'user')),
    isDraft: flagAt(found, 'draft') === true,
    hasMilestone: objectAt(found, 'milestone') !== undefined,
    isAssigned: objectsAt(found, 'assignees').length > 0,
    labels: namesAt(found, 'labels', 'name'),
    humanAt
  }
}

interface TimelineRead {
  request: HostRead
  access: RepositoryAccess
  question: ItemQuestion
}

/** From the newest entries back to those that are known; undefined if there are too many to read. */
async function lastByPerson(client: HostClient, read: TimelineRead): Promise<Date | undefined> {
  const { since } = read.question
  const first = await pageOf(client, read)
  let page = first.links['last'] === undefined ? first : await pageOf(client, read, first.links['last'])
  let latest = since
  for (let count = 1; count <= MOST_PAGES; count += 1) {
    const entries = objectsIn(page.body)
    const moments = entries.filter((entry) => isByPerson(entry, read.question)).map(momentOfEntry)
    latest = new Date(Math.max(latest.getTime(), ...moments))
    const oldest = entries[0] ? momentOfEntry(entries[0]) : 0
    const before = page.links['prev']
    // The host lists the oldest first: pages before this one hold nothing newer.
    if (latest > since || oldest <= since.getTime() || before === undefined) return latest
    page = await pageOf(client, read, before)
  }
  return undefined
}

async function pageOf(
  client: HostClient,
  { request, access }: TimelineRead,
  from?: string
): Promise<HostResponse> {
  for await (const page of client.pages(request, { ...access, fresh: true }, from)) return page
  throw new Error('a list has a page')
}

/** Their actor is the person who is mentioned or subscribed, who need not have done anything. */
const PASSIVE: ReadonlySet<string | null> = new Set(['mentioned', 'subscribed', 'unsubscribed'])

/** An entry without an actor counts: it may be a person's. */
function isByPerson(entry: JsonObject, { ownLogin }: ItemQuestion): boolean {
  const actor = objectAt(entry, 'actor') ?? objectAt(entry, 'user')
  const isOwn = ownLogin !== undefined && stringAt(actor, 'login')?.toLowerCase() === ownLogin.toLowerCase()
  return !PASSIVE.has(stringAt(entry, 'event')) && !isBot(actor) && !isOwn
}

/** Reviews, commits and comments on lines have their times elsewhere; 0 if there is none. */
function momentOfEntry(entry: JsonObject): number {
  const moment =
    momentAt(entry, 'created_at') ??
    momentAt(entry, 'submitted_at') ??
    momentAt(objectAt(entry, 'committer'), 'date') ??
    momentAt(objectsAt(entry, 'comments').at(-1), 'created_at')
  return moment?.getTime() ?? 0
}
