// What an issue is to the search for duplicates, and what the search says of two of them.

export interface IssueReport {
  id: number
  title: string
  body: string
  createdAt: Date
  closedAt: Date | null
}

/** Why a report was suggested. Shares are 0 to 1 and weigh every word by how rare it is in the repository. */
export interface MatchSignals {
  /** Of the words of both titles, how many they share. */
  title: number
  /** Of the words of both bodies, how many they share. */
  body: number
  /** How many error lines and stack frames they share. */
  failures: number
  wasOpen: boolean
  ageDays: number
  /** How many reports are known to repeat it. */
  hits: number
}

export interface Match {
  id: number
  /** Orders the matches of one report; of two reports they cannot be compared. */
  score: number
  /** 0 to 1, the same scale for every report and every repository. */
  similarity: number
  signals: MatchSignals
}
