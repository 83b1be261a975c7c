// An advisory as the product knows it, whoever published it.
import type { AdvisorySeverity, Ecosystem } from '#schemas/dependencies/enums.js'

export type RangeEventKind = 'introduced' | 'fixed' | 'last_affected' | 'limit'

export interface RangeEvent {
  kind: RangeEventKind
  version: string
}

/** How bad it is; each is null where nobody says. */
export interface AdvisoryRating {
  severity: AdvisorySeverity | null
  score: number | null
  vector: string | null
}

export interface AffectedPackage {
  ecosystem: Ecosystem
  /** As the advisory spells it. */
  name: string
  /** By which packages are compared. */
  normalName: string
  /** Versions that are affected whatever the ranges say. */
  versions: readonly string[]
  /** The events of each in the order of versions, as `sortEvents` puts them; ranges of commits are left out. */
  ranges: readonly (readonly RangeEvent[])[]
  /** Null where the package is rated as the whole advisory is. */
  rating: AdvisoryRating | null
}

export type LeftOutReason = 'git_ranges' | 'unknown_ecosystem' | 'nothing_said' | 'too_much'

/** What a record says and nobody can match, so that silence is not taken for safety. */
export interface LeftOutPart {
  reason: LeftOutReason
  /** The package it is about, or empty. */
  name: string
}

export interface Advisory extends AdvisoryRating {
  id: string
  /** Without its own id. */
  aliases: readonly string[]
  summary: string
  details: string
  isWithdrawn: boolean
  publishedAt: string | null
  modifiedAt: string | null
  affected: readonly AffectedPackage[]
  links: readonly string[]
  leftOut: readonly LeftOutPart[]
}
