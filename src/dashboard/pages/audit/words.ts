// What the audit trail speaks of, in words.
import type { Schemas } from '../../kit/api.js'
import { formatName } from '../../kit/format.js'

export const FRAMEWORK_NAMES: Readonly<Record<Schemas['ComplianceReport']['report_type'], string>> = {
  soc2: 'SOC 2',
  iso27001: 'ISO 27001',
  custom: 'Chosen controls'
}

/** The type of a decision is the pillar that made it. */
export const eventInWords = (category: Schemas['AuditEntry']['category'], type: string): string =>
  category === 'ai_decision' ? `Decision: ${formatName(type).toLowerCase()}` : formatName(type)
