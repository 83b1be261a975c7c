// Rows of labelled issues, as files hold them.
import type { TextFeatures } from '#domain/triage/text/features.js'
import type { CommonType } from '#schemas/triage/triage.js'

export interface TriageRow {
  id: string
  repo: string | null
  label: CommonType
  title: string
  body: string
}

export const repositoryOf = ({ repo }: Pick<TriageRow, 'repo'>): string => repo ?? 'all'

/** A row as the training sees it. */
export interface Row {
  id: string
  tracker: string
  type: CommonType
  features: TextFeatures
  /** What its words mean, as only the model for any repository sees it. */
  meanings: TextFeatures
  /** Word by word, as only the models of known repositories see it. */
  plain: TextFeatures
}
