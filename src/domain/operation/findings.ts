// What an examination has found, for people and for programs.

export const OUTCOMES = ['ok', 'warning', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface CheckFinding {
  /** What was looked at. */
  check: string
  outcome: Outcome
  message: string
  /** What to do; null where nothing is to be done. */
  remedy: string | null
}

export const well = (check: string, message: string): CheckFinding => ({
  check,
  outcome: 'ok',
  message,
  remedy: null
})

export const warning = (check: string, message: string, remedy: string): CheckFinding => ({
  check,
  outcome: 'warning',
  message,
  remedy
})

export const failure = (check: string, message: string, remedy: string): CheckFinding => ({
  check,
  outcome: 'failed',
  message,
  remedy
})
