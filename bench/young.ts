// What the service makes of young repositories: made-up projects, whose issues somebody wrote who had not seen it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_CUT_OFFS } from '#domain/duplicates/cut-offs.js'
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import type { IssueReport } from '#domain/duplicates/report.js'
import { duplicatePairsIn } from '#domain/duplicates/verdict.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { classifyIssue, sureTypeOf } from '#domain/triage/classify-issue.js'
import { ratePriority } from '#domain/triage/priority/priority.js'
import { decodeTypeModel, type TypeModel } from '#domain/triage/shared-model.js'
import { PACKAGE_FOLDER } from '#paths.js'
import type { SignalKind } from '#schemas/duplicates/duplicates.js'
import type { Priority } from '#schemas/mirror/issues.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { typeWeights } from '#store/triage/type-weights.js'
import { readLines } from './json-lines.js'

/** The other half is kept unseen: nobody looks at its single issues. */
const HALVES = ['seen', 'unseen'] as const

interface YoungIssue {
  number: number
  title: string
  body: string
  type: TriageType
  grave: 'grave' | 'harmless' | null
  duplicate_of: number | null
  near_miss_of: number | null
  half: (typeof HALVES)[number]
}

interface Judged extends YoungIssue {
  guess: TriageType
  isSure: boolean
  priority: Priority
  told: readonly { number: number; kind: SignalKind }[]
  /** All issues of the project that are about the same. */
  same: ReadonlySet<number>
}

const FOLDER = join(PACKAGE_FOLDER, 'test/domain/triage/young')
const FIRST_AT = Date.UTC(2026, 0, 1)
const MOST_MATCHES = 10

export async function measureYoung(): Promise<void> {
  const shared = decodeTypeModel(await typeWeights())
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'))
  const judged = files.flatMap((name) => judgedProject(readLines<YoungIssue>(join(FOLDER, name)), shared))
  for (const half of HALVES)
    tell(
      half,
      judged.filter((one) => one.half === half)
    )
}

/** In the order in which they were opened, all of them by somebody else, an hour apart. */
function judgedProject(issues: readonly YoungIssue[], shared: TypeModel): Judged[] {
  const index = new DuplicateIndex()
  const groups = groupsOf(issues)
  return issues.map((issue) => {
    const verdict = classifyIssue(issue, shared)
    const type = sureTypeOf(verdict)
    const { priority } = ratePriority({ ...issue, type, duplicates: 0, reporters: 1, ageDays: 0 })
    const report = reportOf(issue)
    const found = index.find(report, { at: report.createdAt, most: MOST_MATCHES })
    index.add(report)
    const compared = found.map(({ id, similarity }) => ({ issueId: id, number: id, similarity, known: null }))
    const told = duplicatePairsIn({ compared, cutOffs: FIRST_CUT_OFFS })
    const same = groups.get(issue.number) ?? new Set<number>()
    return { ...issue, guess: verdict.type, isSure: type !== null, priority, told, same }
  })
}

const reportOf = ({ number, title, body }: YoungIssue): IssueReport => ({
  id: number,
  title,
  body,
  createdAt: new Date(FIRST_AT + number * HOUR_MS),
  closedAt: null
})

function groupsOf(issues: readonly YoungIssue[]): Map<number, Set<number>> {
  const groups = new Map<number, Set<number>>()
  for (const { number, duplicate_of: first } of issues) {
    const group = (first === null ? undefined : groups.get(first)) ?? new Set<number>()
    groups.set(number, group.add(number))
  }
  return groups
}

function tell(half: string, issues: readonly Judged[]): void {
  const count = (...holds: ((issue: Judged) => boolean)[]) =>
    issues.filter((issue) => holds.every((one) => one(issue))).length
  const isRight = ({ guess, type }: Judged) => guess === type
  const isUrgent = ({ priority }: Judged) => priority === 'critical' || priority === 'high'
  const isRepeated = ({ duplicate_of: first }: Judged) => first !== null
  const finds = (kinds: readonly SignalKind[]) => (issue: Judged) =>
    issue.told.some(({ number, kind }) => kinds.includes(kind) && issue.same.has(number))
  const tells = ({ told }: Judged) => told.some(({ kind }) => kind === 'duplicate')
  const misled = (issue: Judged) =>
    issue.told.some(({ number, kind }) => kind === 'duplicate' && !issue.same.has(number))
  const of = (part: number, whole: number) =>
    `${String(part).padStart(3)} of ${String(whole).padEnd(3)} ${(part / Math.max(1, whole)).toFixed(3)}`
  const all = issues.length
  const sure = count(({ isSure }) => isSure)
  const repeated = count(isRepeated)
  console.log(`\n${half}: ${all} issues`)
  console.log(`type right                    ${of(count(isRight), all)}`)
  console.log(`labelled                      ${of(sure, all)}`)
  console.log(
    `  of these right              ${of(
      count(({ isSure }) => isSure, isRight),
      sure
    )}`
  )
  for (const grave of ['grave', 'harmless'] as const) {
    const isIt = (issue: Judged) => issue.grave === grave
    console.log(`${`${grave}, called urgent`.padEnd(29)} ${of(count(isIt, isUrgent), count(isIt))}`)
  }
  console.log(
    `other, called urgent          ${of(
      count(({ grave }) => grave === null, isUrgent),
      count(({ grave }) => grave === null)
    )}`
  )
  console.log(`duplicate told rightly        ${of(count(finds(['duplicate'])), count(tells))}`)
  console.log(`duplicates found              ${of(count(isRepeated, finds(['duplicate'])), repeated)}`)
  console.log(
    `  with related                ${of(count(isRepeated, finds(['duplicate', 'related'])), repeated)}`
  )
  const isNear = ({ near_miss_of: other }: Judged) => other !== null
  console.log(`near misses told as duplicate ${of(count(isNear, misled), count(isNear))}`)
}
