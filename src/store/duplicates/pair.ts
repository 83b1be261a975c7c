// One signal with the texts of its two issues, in one round trip.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fromDatabase, type JsonText } from '#domain/json/text.js'
import type { DuplicateSignal } from '#schemas/duplicates/duplicates.js'
import { LONGEST_COMPARED_BODY, type PairSide } from '#schemas/duplicates/pair.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { issues } from '#tables/mirror/issues.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, precompiled, rowsOf, utc } from '../sql/database.js'
import { ISSUES_OF_SIGNAL, SIGNAL_FIELDS } from './reports.js'

const t = alias(duplicateSignals, 't')
const r = alias(repositories, 'r')
const source = alias(issues, 'source')
const target = alias(issues, 'target')

/** An issue as it is mirrored: its texts are not compared yet. */
export interface PairIssue extends Pick<PairSide, 'body_truncated' | 'author' | 'labels' | 'created_at'> {
  number: number
  title: string
  body: string
}

export interface SignalPair {
  shown: JsonText<DuplicateSignal>
  fullName: string
  source: PairIssue
  target: PairIssue
}

const MOST = sql.raw(String(LONGEST_COMPARED_BODY))

const issueJson = (issue: typeof source | typeof target) =>
  precompiled(sql`json_build_object('number', ${issue.number}, 'title', ${issue.title},
    'body', left(coalesce(${issue.body}, ''), ${MOST}),
    'body_truncated', coalesce(char_length(${issue.body}) > ${MOST}, false),
    'author', ${issue.author}, 'labels', ${issue.labels}, 'created_at', ${utc(issue.createdAt)})::text`)

/** Undefined if the signal has ended, or never was. */
export async function signalPair(db: Db, id: number): Promise<SignalPair | undefined> {
  const [found] = await rowsOf<Record<'shown' | 'fullName' | 'source' | 'target', string>>(
    db,
    sql`select (select row_to_json(shown)::text from (select ${SIGNAL_FIELDS}) as shown) as shown,
        ${r.fullName} as "fullName", ${issueJson(source)} as source, ${issueJson(target)} as target
      from ${duplicateSignals} t join ${repositories} r on ${r.hostId} = ${t.repoId} ${ISSUES_OF_SIGNAL}
      where ${t.id} = ${id} and ${t.live}`
  )
  if (!found) return undefined
  // The border to the database: the statement builds these objects.
  const issueIn = (text: string) => JSON.parse(text) as PairIssue
  return {
    shown: fromDatabase(found.shown),
    fullName: found.fullName,
    source: issueIn(found.source),
    target: issueIn(found.target)
  }
}
