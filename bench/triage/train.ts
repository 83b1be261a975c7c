// Trains the shared model of kinds, tries it on what it has not seen, and writes its weights.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeTypeModel } from '#domain/triage/shared-model.js'
import { textFeaturesOf } from '#domain/triage/text/features.js'
import { type IssueText, prepareText } from '#domain/triage/text/issue-text.js'
import { plainFeaturesOf } from '#domain/triage/text/plain-features.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { COMMON_TYPES } from '#schemas/triage/triage.js'
import type { BenchOptions } from '../index.js'
import { readLines } from '../json-lines.js'
import type { Row } from './linear.js'
import { fitElsewhere, fitKnown, PHRASES_TRACKER, YOUNG } from './models.js'
import { packed } from './pack.js'
import { phraseIssues } from './phrase-issues.js'
import { repositoryOf, type TriageRow, type YoungRow } from './rows.js'
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

export function trainTriage({ docs, out }: BenchOptions): void {
  const rows = [
    ...docs.flatMap((path) => readLines<TriageRow>(path).map(rowOf)),
    ...phraseRows(),
    ...youngRows()
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
  const bytes = encodeTypeModel(model)
  writeFileSync(out, bytes)
  const { features, cutoffs, version } = model
  console.log(
    JSON.stringify(
      { version, rows: rows.length, features, bytes: bytes.length, temperatures, cutoffs, figures },
      null,
      2
    )
  )
}

const rowOf = (row: TriageRow): Row => ({
  id: row.id,
  tracker: repositoryOf(row),
  type: row.label,
  ...seenOf(row)
})

/** Made up for training, by somebody who had not seen the engines; those of `npm run bench -- young` are others. */
const YOUNG_FOLDER = join(PACKAGE_FOLDER, 'bench/triage/young')

const youngRows = (): Row[] =>
  readdirSync(YOUNG_FOLDER).flatMap((name) =>
    readLines<YoungRow>(join(YOUNG_FOLDER, name)).flatMap(({ number, type, title, body }) => {
      const kind = COMMON_TYPES.find((common) => common === type)
      const tracker = `${YOUNG}${name}`
      return kind ? [{ id: `${tracker}/${number}`, tracker, type: kind, ...seenOf({ title, body }) }] : []
    })
  )

const phraseRows = (): Row[] =>
  phraseIssues(ISSUES_PER_PHRASE).map(({ issue, type }, at) => ({
    id: `${PHRASES_TRACKER}/${at}`,
    tracker: PHRASES_TRACKER,
    type,
    ...seenOf(issue)
  }))

const seenOf = (issue: IssueText): Pick<Row, 'features' | 'plain'> => ({
  features: textFeaturesOf(prepareText(issue)),
  plain: plainFeaturesOf(issue)
})
