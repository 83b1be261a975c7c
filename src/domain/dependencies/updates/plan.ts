// Plans the edits that put affected packages right: in every file that names them, or not at all.
import { type Ecosystem, isUpdatable } from '#schemas/dependencies/enums.js'
import { normalisePackageName } from '../advisories/names.js'
import { compareVersions } from '../versions/versions.js'
import { draftOf, type ProjectDraft } from './project-draft.js'
import { type ProjectFiles, projectsIn } from './projects.js'
import type {
  FileEdit,
  FixedPackage,
  UpdateFiles,
  UpdateOptions,
  UpdatePart,
  UpdatePlan,
  WantedFix
} from './update.js'
import { type ProjectReading, readProject, strayedFiles, whyUnfixed } from './verify.js'

const MOST_FIXES = 500

export function planUpdate(
  ecosystem: Ecosystem,
  files: UpdateFiles,
  fixes: readonly WantedFix[],
  options: UpdateOptions
): UpdatePlan {
  const plan: UpdatePlan = { edits: [], fixed: [], parts: [], refused: [] }
  const refuse = ({ package: name, manifestPath }: WantedFix, reason: string) =>
    plan.refused.push({ package: name, manifestPath, reason })
  for (const fix of fixes.slice(MOST_FIXES))
    refuse(fix, 'There are too many fixes for one update; it comes later')
  const taken = fixes.slice(0, MOST_FIXES)
  if (!isUpdatable(ecosystem)) {
    for (const fix of taken) refuse(fix, `Packages of ${ecosystem} cannot be updated here`)
    return plan
  }
  for (const fix of taken)
    if (!files.has(fix.manifestPath))
      refuse(
        fix,
        `${fix.manifestPath} was not read, or a file of its project is too large; scan the repository again, or update it by hand`
      )
  for (const project of projectsIn(ecosystem, files)) {
    const own = taken.filter(({ manifestPath }) => project.has(manifestPath))
    if (own.length > 0) planProject({ ecosystem, project, options, plan }, groupedFixes(ecosystem, own))
  }
  return plan
}

/** The same fix wanted for several files; the highest version puts all of them right. */
interface FixGroup {
  fix: WantedFix
  wanted: WantedFix[]
}

function groupedFixes(ecosystem: Ecosystem, fixes: readonly WantedFix[]): FixGroup[] {
  const groups = new Map<string, FixGroup>()
  for (const fix of fixes) {
    const key = `${normalisePackageName(ecosystem, fix.package)}\n${fix.installed}`
    const group = groups.get(key)
    if (!group) groups.set(key, { fix, wanted: [fix] })
    else {
      group.wanted.push(fix)
      if ((compareVersions(ecosystem, fix.to, group.fix.to) ?? 0) > 0) group.fix = fix
    }
  }
  return [...groups.values()]
}

interface ProjectPlan {
  ecosystem: Ecosystem
  project: ProjectFiles
  options: UpdateOptions
  plan: UpdatePlan
}

const MOST_ROUNDS = 4

/** What does not read as fixed is left out, and the rest is drafted anew. */
function planProject(at: ProjectPlan, groups: readonly FixGroup[]): void {
  const before = readProject(at.ecosystem, at.project)
  const [broken] = before.unreadable
  let open = groups
  for (let round = 0; round < MOST_ROUNDS && !broken; round += 1) open = draftRound({ ...at, before }, open)
  const reason = broken
    ? `${broken[0]} cannot be read: ${broken[1]}`
    : 'Its files contradict each other; update them by hand'
  refuseAll(at.plan, open, reason)
}

function refuseAll(plan: UpdatePlan, groups: readonly FixGroup[], reason: string): void {
  for (const { package: name, manifestPath } of groups.flatMap(({ wanted }) => wanted))
    plan.refused.push({ package: name, manifestPath, reason })
}

/** One fix may need another one first, so that those that were refused are tried again while that helps. */
function takeGroups(draft: ProjectDraft, plan: UpdatePlan, groups: readonly FixGroup[]): FixGroup[] {
  const taken: FixGroup[] = []
  let open = groups.map((group) => ({ group, reason: '' }))
  for (let pass = 0, count = -1; pass < MOST_ROUNDS && taken.length > count; pass += 1) {
    count = taken.length
    open = open.flatMap(({ group }) => {
      const reason = draft.take(group.fix)
      if (reason === null) taken.push(group)
      return reason === null ? [] : [{ group, reason }]
    })
  }
  for (const { group, reason } of open) refuseAll(plan, [group], reason)
  return taken
}

/** Returns the fixes that are to be drafted again, without those that were refused; none if all are planned. */
function draftRound(
  { ecosystem, project, options, plan, before }: ProjectPlan & { before: ProjectReading },
  groups: readonly FixGroup[]
): FixGroup[] {
  const draft = draftOf(ecosystem, project, options)
  const taken = takeGroups(draft, plan, groups)
  const texts = draft.texts()
  const after = readProject(ecosystem, texts)
  const names = new Set(taken.map(({ fix }) => normalisePackageName(ecosystem, fix.package)))
  const [strayed] = [...strayedFiles(ecosystem, { before, after }, names), ...after.unreadable.keys()]
  if (strayed !== undefined) {
    refuseAll(plan, taken, `${strayed} is written in a way that cannot be edited safely; update it by hand`)
    return []
  }
  const unfixed = taken.filter((group) => {
    const nothing = 'It is stated from this version on already; scan the repository again'
    const isNew = whyUnfixed(ecosystem, before, group.fix) !== null
    const reason = whyUnfixed(ecosystem, after, group.fix) ?? (isNew ? null : nothing)
    if (reason !== null) refuseAll(plan, [group], reason)
    return reason !== null
  })
  if (unfixed.length > 0) return taken.filter((group) => !unfixed.includes(group))
  addPart(plan, { edits: editsOf(project, texts), fixed: fixedBy(taken) })
  return []
}

function addPart(plan: UpdatePlan, part: UpdatePart): void {
  if (part.fixed.length === 0) return
  plan.edits.push(...part.edits)
  plan.fixed.push(...part.fixed)
  plan.parts.push(part)
}

const fixedBy = (groups: readonly FixGroup[]): FixedPackage[] =>
  groups.flatMap(({ fix, wanted }) =>
    wanted.map(({ package: name, installed, manifestPath }) => ({
      package: name,
      from: installed,
      to: fix.to,
      manifestPath
    }))
  )

const editsOf = (project: ProjectFiles, texts: UpdateFiles): FileEdit[] =>
  [...project].flatMap(([path, before]) => {
    const after = texts.get(path) ?? before
    return after === before ? [] : [{ path, before, after }]
  })
