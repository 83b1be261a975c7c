// What of an update fits into one pull request: the worst first. The rest is named, and comes later.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { planUpdate } from './plan.js'
import { consultationOf, NO_REGISTRY } from './published.js'
import type {
  FileEdit,
  FixedPackage,
  MetadataNeed,
  UpdateFiles,
  UpdateOptions,
  UpdatePlan,
  WantedFix
} from './update.js'

export interface PortionOptions extends UpdateOptions {
  /** Why these edits fit into no pull request; undefined if they fit. */
  objectionTo(edits: readonly FileEdit[]): string | undefined
}

export interface UpdatePortion extends UpdatePlan {
  /** Whether something is left that fits into the next one. */
  isDivided: boolean
}

const LATER = 'It does not fit into this pull request, and comes with the next one'
const MOST_FIXES = 500
/** Enough to come from all of them down to one. */
const MOST_ROUNDS = 9

/** The fixes are there by their severity, the worst first. */
export function planPortion(
  ecosystem: Ecosystem,
  files: UpdateFiles,
  fixes: readonly WantedFix[],
  options: PortionOptions
): UpdatePortion {
  let taken = fixes.slice(0, MOST_FIXES)
  let plan = planUpdate(ecosystem, files, taken, options)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const halves = plan.parts.flatMap(({ edits, fixed }) =>
      fixed.length > 1 && options.objectionTo(edits) !== undefined ? milderHalf(fixed, taken) : []
    )
    if (halves.length === 0) break
    taken = taken.filter((fix) => !halves.includes(fix))
    plan = planUpdate(ecosystem, files, taken, options)
  }
  const later = fixes.filter((fix) => !taken.includes(fix))
  return fittingPart(plan, { taken, later, objectionTo: options.objectionTo })
}

function milderHalf(fixed: readonly FixedPackage[], taken: readonly WantedFix[]): WantedFix[] {
  const keys = new Set(fixed.map(keyOfFixed))
  const own = taken.filter((fix) => keys.has(keyOfWanted(fix)))
  return own.slice(Math.ceil(own.length / 2))
}

const keyOfFixed = ({ package: name, from, manifestPath }: FixedPackage) =>
  JSON.stringify([name, from, manifestPath])

const keyOfWanted = ({ package: name, installed, manifestPath }: WantedFix) =>
  JSON.stringify([name, installed, manifestPath])

interface Fitting extends Pick<PortionOptions, 'objectionTo'> {
  taken: readonly WantedFix[]
  later: readonly WantedFix[]
}

/** Whole projects, the one with the worst fix first. */
function fittingPart(plan: UpdatePlan, { taken, later, objectionTo }: Fitting): UpdatePortion {
  const rank = new Map(taken.map((fix, index) => [keyOfWanted(fix), index]))
  const worstIn = ({ fixed }: { fixed: readonly FixedPackage[] }) =>
    Math.min(...fixed.map((one) => rank.get(keyOfFixed(one)) ?? taken.length))
  const portion: UpdatePortion = {
    edits: [],
    fixed: [],
    parts: [],
    refused: [...plan.refused, ...later.map((fix) => refusal(fix, LATER))],
    isDivided: later.length > 0
  }
  for (const part of plan.parts.toSorted((a, b) => worstIn(a) - worstIn(b))) {
    const objection = objectionTo([...portion.edits, ...part.edits])
    if (objection === undefined) {
      portion.edits.push(...part.edits)
      portion.fixed.push(...part.fixed)
      portion.parts.push(part)
      continue
    }
    const own = portion.edits.length === 0 ? objection : objectionTo(part.edits)
    portion.refused.push(...part.fixed.map((one) => refusal(one, own?.replace(/\.$/, '') ?? LATER)))
    if (own === undefined) portion.isDivided = true
  }
  return portion
}

const refusal = ({ package: name, manifestPath }: WantedFix | FixedPackage, reason: string) => ({
  package: name,
  manifestPath,
  reason
})

/** So that they fit into what is kept of a decision. */
const MOST_TOLD = 300

export interface ConsultedPortion {
  plan: UpdatePortion
  /** What the plan wanted to know; with the answers there may be more, so that callers ask in rounds. */
  needs: MetadataNeed[]
  /** What the registry has told of the packages that the plan asked for. */
  told: string[]
}

export function consultedPortion(
  ecosystem: Ecosystem,
  files: UpdateFiles,
  fixes: readonly WantedFix[],
  { published: registry, allowMajor, objectionTo }: PortionOptions
): ConsultedPortion {
  const { published, needs, told } = consultationOf(registry ?? NO_REGISTRY)
  const plan = planPortion(ecosystem, files, fixes, { published, allowMajor, objectionTo })
  return { plan, needs: [...needs.values()], told: [...told].slice(0, MOST_TOLD) }
}
