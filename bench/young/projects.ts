// Made-up young projects, whose issues were written by people who had not seen the engines. What is taught from is here;
// what is measured on is with the tests, by another writer.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { IssueReport } from '#domain/duplicates/report.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { PACKAGE_FOLDER } from '#paths.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { readLines } from '../json-lines.js'

export interface YoungIssue {
  number: number
  title: string
  body: string
  type: TriageType
  /** A report of great harm, or one that only uses the words of it. */
  grave: 'grave' | 'harmless' | null
  /** The first issue about the same matter. */
  duplicate_of: number | null
  /** One that looks alike and is another matter. */
  near_miss_of: number | null
}

export interface YoungProject<Issue extends YoungIssue = YoungIssue> {
  name: string
  issues: Issue[]
}

const FIRST_AT = Date.UTC(2026, 0, 1)
const TAUGHT = join(PACKAGE_FOLDER, 'bench/young/projects')

export const taughtProjects = (): YoungProject[] => projectsIn(TAUGHT)

export function projectsIn<Issue extends YoungIssue>(folder: string): YoungProject<Issue>[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ name, issues: readLines<Issue>(join(folder, name)) }))
}

/** Opened an hour apart, in the order of their numbers. */
export const youngReportOf = ({ number, title, body }: YoungIssue): IssueReport => ({
  id: number,
  number,
  title,
  body,
  createdAt: new Date(FIRST_AT + number * HOUR_MS),
  closedAt: null
})

/** Of each issue, all that are about the same matter. */
export function mattersIn(issues: readonly YoungIssue[]): Map<number, ReadonlySet<number>> {
  const groups = new Map<number, Set<number>>()
  for (const { number, duplicate_of: first } of issues) {
    const group = (first === null ? undefined : groups.get(first)) ?? new Set<number>()
    groups.set(number, group.add(number))
  }
  return groups
}
