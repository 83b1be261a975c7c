// Rows of labelled issues, as files hold them.
import type { CommonType } from '#schemas/triage/triage.js'

export interface TriageRow {
  id: string
  repo: string | null
  label: CommonType
  title: string
  body: string
}

export const repositoryOf = ({ repo }: Pick<TriageRow, 'repo'>): string => repo ?? 'all'
