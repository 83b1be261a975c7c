// What the service makes of young repositories: made-up projects, whose issues somebody wrote who had not seen it.
import { join } from 'node:path'
import { FIRST_CUT_OFFS } from '#domain/duplicates/cut-offs.js'
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import { duplicatePairsIn } from '#domain/duplicates/verdict.js'
import { classifyIssue, sureTypeOf } from '#domain/triage/classify-issue.js'
import { type GravityModel, gravityOf } from '#domain/triage/priority/gravity.js'
import { ratePriority } from '#domain/triage/priority/priority.js'
import type { TypeKnowledge } from '#domain/triage/shared-model.js'
import { PACKAGE_FOLDER } from '#paths.js'
import type { SignalKind } from '#schemas/duplicates/duplicates.js'
import type { Priority } from '#schemas/mirror/issues.js'
import type { TriageType } from '#schemas/triage/triage.js'
import { loadGravityModel, loadTypeKnowledge } from '#store/triage/shipped-models.js'
import { mattersIn, projectsIn, type YoungIssue, type YoungProject, youngReportOf } from './projects.js'

/** The other half is kept unseen: nobody looks at its single issues. */
const HALVES = ['seen', 'unseen'] as const

interface JudgedIssue extends YoungIssue {
  half: (typeof HALVES)[number]
}

interface Judged extends JudgedIssue {
  guess: TriageType
  isSure: boolean
  priority: Priority
  told: readonly { number: number; kind: SignalKind }[]
  /** All issues of the project that are about the same. */
  same: ReadonlySet<number>
}

const FOLDER = join(PACKAGE_FOLDER, 'test/domain/triage/young')
const MOST_MATCHES = 10

interface Models extends TypeKnowledge {
  gravity: GravityModel
}

export async function measureYoung(): Promise<void> {
  const [knowledge, gravity] = await Promise.all([loadTypeKnowledge(), loadGravityModel()])
  const judged = projectsIn<JudgedIssue>(FOLDER).flatMap((project) =>
    judgedProject(project, { ...knowledge, gravity })
  )
  for (const half of HALVES)
    tell(
      half,
      judged.filter((one) => one.half === half)
    )
}

/** In the order in which they were opened, all of them by somebody else. */
function judgedProject({ issues }: YoungProject<JudgedIssue>, models: Models): Judged[] {
  const index = new DuplicateIndex(models)
  const matters = mattersIn(issues)
  return issues.map((issue) => {
    const verdict = classifyIssue(issue, models)
    const type = sureTypeOf(verdict)
    const gravity = gravityOf(issue, models.gravity)
    const { priority } = ratePriority({ ...issue, type, gravity, duplicates: 0, reporters: 1, ageDays: 0 })
    const report = youngReportOf(issue)
    const found = index.find(report, { at: report.createdAt, most: MOST_MATCHES })
    index.add(report)
    const compared = found.map(({ id, similarity }) => ({ issueId: id, number: id, similarity, known: null }))
    const told = duplicatePairsIn({ compared, cutOffs: FIRST_CUT_OFFS })
    const same = matters.get(issue.number) ?? new Set<number>()
    return { ...issue, guess: verdict.type, isSure: type !== null, priority, told, same }
  })
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
