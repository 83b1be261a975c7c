// The input and output of the duplicate search.

export interface IssueReport {
  id: number
  /** In its repository. */
  number: number
  title: string
  body: string
  createdAt: Date
  closedAt: Date | null
}

/** Why a report was suggested. Shares are 0 to 1, and rare words weigh more. */
export interface MatchSignals {
  /** The shared part of the words in both titles. */
  title: number
  /** The shared part of the words in both bodies. */
  body: number
  /** The number of shared error lines and stack frames. */
  failures: number
  wasOpen: boolean
  ageDays: number
  /** The number of known duplicates of the report. */
  hits: number
}

export interface Match {
  id: number
  /** Orders the matches of one report; not comparable between reports. */
  score: number
  /** 0 to 1, on the same scale for every report and repository. */
  similarity: number
  signals: MatchSignals
}
