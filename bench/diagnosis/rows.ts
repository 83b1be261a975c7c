// Labelled logs with what the diagnosis asks about them: to learn from, and to measure.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { scoreHits } from '#domain/ci-logs/cause/score.js'
import { type JudgedCandidate, judgedCandidates } from '#domain/ci-logs/judgement/judge.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { readLines } from '../json-lines.js'

interface LabelledLog {
  id: string
  /** The address of an issue, or the name of a group of tools. */
  source: string
  type: string
  types_ok: string[]
  transient: boolean
  /** Made-up cases are nothing but an excerpt. */
  excerpt: string
  log?: string
}

export interface LogRow {
  set: string
  /** The tracker or the group of tools: cases of one source are never on both sides of a trial. */
  source: string
  fold: number
  types: ReadonlySet<string>
  transient: boolean
  candidates: readonly JudgedCandidate[]
}

export const FOLDS = 10
export const MADE_UP = 'made-up'

/** Written for training, by somebody who had not seen the engine. */
const MADE_UP_LOGS = join(PACKAGE_FOLDER, 'bench/diagnosis/logs.jsonl')

export const logRows = (docs: readonly string[]): LogRow[] => [
  ...docs.flatMap((path) => readLines<LabelledLog>(path).map((log) => rowOf(log, path))),
  ...readLines<LabelledLog>(MADE_UP_LOGS).map((log) => rowOf(log, MADE_UP))
]

function rowOf(labelled: LabelledLog, path: string): LogRow {
  const reader = createLogReader()
  reader.push(labelled.log ?? labelled.excerpt)
  const facts = reader.end()
  const source = sourceOf(labelled)
  return {
    set: path.split('/').at(-1) ?? path,
    source,
    fold: (createHash('sha256').update(source).digest()[0] ?? 0) % FOLDS,
    types: new Set([labelled.type, ...labelled.types_ok]),
    transient: labelled.transient,
    candidates: judgedCandidates(facts, scoreHits(facts))
  }
}

/** Issues of one owner are one source. */
const sourceOf = ({ id, source }: LabelledLog) =>
  /github\.com\/([^/]{1,100})/.exec(source)?.[1] ?? (source.includes('/') ? id : source)
