// Trains the shared model of kinds, tries it on what it has not seen, and writes its weights.
import { writeFileSync } from 'node:fs'
import { encodeTypeModel } from '#domain/triage/shared-model.js'
import { textFeaturesOf } from '#domain/triage/text/features.js'
import { type IssueText, prepareText } from '#domain/triage/text/issue-text.js'
import { plainFeaturesOf } from '#domain/triage/text/plain-features.js'
import type { BenchOptions } from '../index.js'
import { readLines } from '../json-lines.js'
import type { Row } from './linear.js'
import { fitElsewhere, fitKnown, PHRASES_TRACKER } from './models.js'
import { packed } from './pack.js'
import { phraseIssues } from './phrase-issues.js'
import { repositoryOf, type TriageRow } from './rows.js'
import { cutoffsOf, figuresOf, temperatureOf, trialsElsewhere, trialsKnown } from './trials.js'

const ISSUES_PER_PHRASE = 4

export function trainTriage({ docs, out }: BenchOptions): void {
  const rows = [...docs.flatMap((path) => readLines<TriageRow>(path).map(rowOf)), ...phraseRows()]
  const elsewhereTrials = trialsElsewhere(rows)
  const knownTrials = trialsKnown(rows)
  const temperatures = { elsewhere: temperatureOf(elsewhereTrials), known: temperatureOf(knownTrials) }
  const figures = {
    elsewhere: figuresOf(elsewhereTrials, temperatures.elsewhere),
    known: figuresOf(knownTrials, temperatures.known)
  }
  const elsewhere = fitElsewhere(rows)
  const model = packed(elsewhere, fitKnown(rows, elsewhere), {
    temperatures,
    cutoffs: cutoffsOf(elsewhereTrials, temperatures.elsewhere)
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
