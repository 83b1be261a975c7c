// Compliance reports: what the audit trail has to show for the controls of a framework.
import { FRAMEWORKS } from './audit.js'

export const REPORT_TYPES = [...FRAMEWORKS, 'custom'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

export const REPORT_STATES = ['pending', 'running', 'ready', 'failed'] as const
export type ReportState = (typeof REPORT_STATES)[number]
