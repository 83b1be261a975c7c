// What a scan changes of the findings that are known of a repository.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import {
  type AskedSources,
  type FindingLife,
  type FindingMove,
  type LivedFinding,
  whenSeen,
  whenUnseen
} from './findings.js'
import { isMoreSevere, namesIn, placeKey, type SeenVulnerability } from './observation.js'

export interface KnownFinding extends LivedFinding {
  id: number
  ecosystem: Ecosystem
  packageName: string
  manifestPath: string
  advisoryId: string
  aliases: string[]
}

export interface FindingChange<Known extends KnownFinding> {
  move: FindingMove
  /** Undefined for a new one. */
  known: Known | undefined
  /** Undefined for one that is gone. */
  seen: SeenVulnerability | undefined
  life: FindingLife
}

export interface FindingPlan<Known extends KnownFinding> {
  changes: FindingChange<Known>[]
  /** Two that turned out to be one: these are the others. */
  superseded: Known[]
  /** Of these a source that could not be asked has told. */
  kept: Known[]
}

export interface ScanKnowledge {
  at: Date
  alerts: boolean
  /** Whether the database could be asked about the packages of a file. */
  knowsFile(path: string): boolean
}

export function planFindings<Known extends KnownFinding>(
  known: readonly Known[],
  seen: readonly SeenVulnerability[],
  knowledge: ScanKnowledge
): FindingPlan<Known> {
  const left = new Map(known.map((one) => [one.id, one]))
  const byPlace = groupByPlace(known)
  const plan: FindingPlan<Known> = { changes: [], superseded: [], kept: [] }
  for (const one of seen) {
    const same = (byPlace.get(placeKey(one)) ?? []).filter(({ id }) => left.has(id))
    const [first, ...others] = namesakes(one, same)
    if (first) left.delete(first.id)
    for (const { id } of others) left.delete(id)
    plan.superseded.push(...others)
    plan.changes.push(changeWhenSeen(first, one, knowledge))
  }
  for (const one of left.values()) {
    const moved = whenUnseen(one, askedOf(knowledge, one.manifestPath), knowledge.at)
    if (moved) plan.changes.push({ ...moved, known: one, seen: undefined })
    else plan.kept.push(one)
  }
  return plan
}

function groupByPlace<Known extends KnownFinding>(known: readonly Known[]): Map<string, Known[]> {
  const groups = new Map<string, Known[]>()
  for (const one of known) {
    const key = placeKey(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** The one that goes by the same name first. */
function namesakes<Known extends KnownFinding>(seen: SeenVulnerability, known: readonly Known[]): Known[] {
  const names = new Set(namesIn(seen))
  const isOfName = ({ advisoryId }: Known) => Number(advisoryId === seen.advisoryId)
  return known
    .filter((one) => namesIn(one).some((name) => names.has(name)))
    .sort((a, b) => isOfName(b) - isOfName(a) || a.id - b.id)
}

function changeWhenSeen<Known extends KnownFinding>(
  known: Known | undefined,
  seen: SeenVulnerability,
  knowledge: ScanKnowledge
): FindingChange<Known> {
  const asked = askedOf(knowledge, seen.manifestPath)
  const shown = known ? withFormerSeverity(seen, known, asked) : seen
  return { ...whenSeen(known, shown, { asked, at: knowledge.at }), known, seen: shown }
}

const askedOf = ({ alerts, knowsFile }: ScanKnowledge, path: string): AskedSources => ({
  alerts,
  database: knowsFile(path)
})

/** While a source is silent, nothing becomes less severe, or it would seem more severe when the source is back. */
function withFormerSeverity(
  seen: SeenVulnerability,
  known: KnownFinding,
  asked: AskedSources
): SeenVulnerability {
  const isPartial = (known.fromAlert && !asked.alerts) || (known.fromRecords && !asked.database)
  return isPartial && isMoreSevere(known.severity, seen.severity)
    ? { ...seen, severity: known.severity }
    : seen
}
