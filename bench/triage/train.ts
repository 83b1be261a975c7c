// Trains the shared model of kinds, tries it on what it has not seen, and writes its weights.
import { writeFileSync } from 'node:fs'
import { encodeWeightTable } from '#domain/text/weight-table.js'
import type { WordVectors } from '#domain/text/word-vectors.js'
import { textFeaturesOf } from '#domain/triage/text/features.js'
import { type IssueText, prepareText } from '#domain/triage/text/issue-text.js'
import { plainFeaturesOf } from '#domain/triage/text/plain-features.js'
import { meaningFeaturesOf } from '#domain/triage/text/word-meanings.js'
import { COMMON_TYPES } from '#schemas/triage/triage.js'
import { loadWordVectors } from '#store/triage/shipped-models.js'
import type { BenchOptions } from '../index.js'
import { readLines } from '../json-lines.js'
import { taughtProjects } from '../young/projects.js'
import { fitElsewhere, fitKnown, PHRASES_TRACKER, YOUNG } from './models.js'
import { packed } from './pack.js'
import { phraseIssues } from './phrase-issues.js'
import { type Row, repositoryOf, type TriageRow } from './rows.js'
import {
  cutoffsOf,
  figuresOf,
  PRECISION,
  temperatureOf,
  trialsElsewhere,
  trialsKnown,
  trialsYoung
} from './trials.js'

const ISSUES_PER_PHRASE = 4

export async function trainTriage({ docs, out }: BenchOptions): Promise<void> {
  const seenOf = seeingWith(await loadWordVectors())
  const rows = [
    ...docs.flatMap((path) => readLines<TriageRow>(path).map((row) => rowOf(row, seenOf))),
    ...phraseRows(seenOf),
    ...youngRows(seenOf)
  ]
  const elsewhereTrials = trialsElsewhere(rows)
  const youngTrials = trialsYoung(rows)
  const knownTrials = trialsKnown(rows)
  const temperatures = {
    elsewhere: temperatureOf(elsewhereTrials),
    young: temperatureOf(youngTrials),
    known: temperatureOf(knownTrials)
  }
  const figures = {
    elsewhere: figuresOf(elsewhereTrials, temperatures.elsewhere),
    young: figuresOf(youngTrials, temperatures.young),
    known: figuresOf(knownTrials, temperatures.known)
  }
  const elsewhere = fitElsewhere(rows)
  const model = packed(elsewhere, fitKnown(rows, elsewhere), {
    temperatures,
    cutoffs: {
      elsewhere: cutoffsOf(elsewhereTrials, {
        temperature: temperatures.elsewhere,
        precision: PRECISION.real
      }),
      young: cutoffsOf(youngTrials, { temperature: temperatures.young, precision: PRECISION.madeUp })
    }
  })
  const bytes = encodeWeightTable(model)
  writeFileSync(out, bytes)
  const { cutoffs, version } = model.facts
  const features = model.hashes.length
  console.log(
    JSON.stringify(
      { version, rows: rows.length, features, bytes: bytes.length, temperatures, cutoffs, figures },
      null,
      2
    )
  )
}

type Seen = Pick<Row, 'features' | 'meanings' | 'plain'>
type SeenOf = (issue: IssueText) => Seen

const rowOf = (row: TriageRow, seenOf: SeenOf): Row => ({
  id: row.id,
  tracker: repositoryOf(row),
  type: row.label,
  ...seenOf(row)
})

const youngRows = (seenOf: SeenOf): Row[] =>
  taughtProjects().flatMap(({ name, issues }) =>
    issues.flatMap(({ number, type, title, body }) => {
      const kind = COMMON_TYPES.find((common) => common === type)
      const tracker = `${YOUNG}${name}`
      return kind ? [{ id: `${tracker}/${number}`, tracker, type: kind, ...seenOf({ title, body }) }] : []
    })
  )

const phraseRows = (seenOf: SeenOf): Row[] =>
  phraseIssues(ISSUES_PER_PHRASE).map(({ issue, type }, at) => ({
    id: `${PHRASES_TRACKER}/${at}`,
    tracker: PHRASES_TRACKER,
    type,
    ...seenOf(issue)
  }))

const seeingWith =
  (vectors: WordVectors): SeenOf =>
  (issue) => {
    const text = prepareText(issue)
    return {
      features: textFeaturesOf(text),
      meanings: meaningFeaturesOf(text, vectors),
      plain: plainFeaturesOf(issue)
    }
  }
