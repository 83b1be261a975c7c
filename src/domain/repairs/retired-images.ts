// Replaces runner images that the host has removed by the next one of their kind.
import { isMap, isSeq, type Scalar, visit } from 'yaml'
import {
  type FailureLog,
  type FileTexts,
  type Repair,
  type RepairContext,
  type RepairPlan,
  refuseRepair
} from './repair.js'
import {
  nodeRange,
  replaceScalar,
  scalarsUnder,
  type TextEdit,
  type WorkflowFile,
  type WorkflowJob,
  yamlNodeAt
} from './workflow.js'
import { readUsedWorkflows, workflowChange, workflowPaths } from './workflow-files.js'

/** The oldest remaining image of the same architecture. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'ubuntu-16.04': 'ubuntu-22.04',
  'ubuntu-18.04': 'ubuntu-22.04',
  'ubuntu-20.04': 'ubuntu-22.04',
  'macos-10.15': 'macos-15-intel',
  'macos-11': 'macos-15-intel',
  'macos-12': 'macos-15-intel',
  'macos-13': 'macos-15-intel',
  'windows-2016': 'windows-2022',
  'windows-2019': 'windows-2022'
}

/** An image whose removal is only announced still exists, so it caused no failure. */
const RETIRED_IMAGE =
  /in a brownout|scheduled .{1,60} brownout|(?:image|runner|label).{0,80} (?:is|was|has been|have been|are|were) (?:removed|retired|unsupported|unavailable|no longer)/i
const IMAGE_NAME = /\b(ubuntu|macos|windows(?: server)?)[- ](\d{2,4}(?:\.\d{2})?)\b/gi

function retiredImagesIn({ lines }: FailureLog): string[] {
  const found = lines
    .filter((line) => RETIRED_IMAGE.test(line))
    .flatMap((line) => [...line.matchAll(IMAGE_NAME)])
    .map(([, kind = '', version = '']) => `${kind.toLowerCase().replace(' server', '')}-${version}`)
  return [...new Set(found)].filter((image) => Object.hasOwn(REPLACEMENTS, image))
}

/** Where a job names its runner, directly or through its matrix. */
const runsOnNodes = ({ map }: WorkflowJob) => [yamlNodeAt(map, 'runs-on'), matrixOf(map)]
const matrixOf = (job: WorkflowJob['map']) => yamlNodeAt(yamlNodeAt(job, 'strategy'), 'matrix')
const runsOnNodesIn = ({ jobs }: WorkflowFile): unknown[] => jobs.flatMap(runsOnNodes)

/** Further labels or a group mean a self-hosted or larger runner, whose owner decides about its image. */
function isSelfHosted(job: WorkflowJob, images: readonly string[]): boolean {
  const namesOne = (node: unknown) => scalarsUnder(node).some(({ value }) => images.includes(value))
  const runsOn = yamlNodeAt(job.map, 'runs-on')
  if (runsOnNodes(job).some(namesOne) && (isMap(runsOn) || isOfSeveral(runsOn))) return true
  return matrixCells(matrixOf(job.map)).some((cell) => isOfSeveral(cell) && namesOne(cell))
}

const isOfSeveral = (node: unknown) => isSeq(node) && node.items.length > 1

/** The values of a matrix, from its lists and its combinations. */
function matrixCells(matrix: unknown): unknown[] {
  const rows = isMap(matrix) ? matrix.items.flatMap(({ value }) => (isSeq(value) ? value.items : [])) : []
  return rows.flatMap((row): unknown[] => (isMap(row) ? row.items.map(({ value }) => value) : [row]))
}

/** Two different images would become the same one, which would run twice. */
function wouldMergeImages(place: unknown, images: readonly string[]): boolean {
  const values = new Set(scalarsUnder(place).map(({ value }) => value))
  const replaced = [...values].map((value) => (images.includes(value) ? REPLACEMENTS[value] : value))
  return new Set(replaced).size < values.size
}

/** Whether another string mentions an image: a condition on it would never be true again. */
function isNamedElsewhere(
  { root }: WorkflowFile,
  edits: readonly TextEdit[],
  images: readonly string[]
): boolean {
  const places = new Set(edits.map(({ from }) => from))
  let found = false
  const look = (_: unknown, scalar: Scalar) => {
    const text = String(scalar.value).toLowerCase()
    if (images.some((image) => text.includes(image)) && !places.has(nodeRange(scalar).from)) found = true
  }
  visit(root, { Scalar: look })
  return found
}

function editsIn(workflow: WorkflowFile, images: readonly string[]): TextEdit[] {
  return runsOnNodesIn(workflow)
    .flatMap(scalarsUnder)
    .flatMap((text) => {
      const next = images.includes(text.value) ? REPLACEMENTS[text.value] : undefined
      return next === undefined ? [] : [replaceScalar(workflow, text, next)]
    })
}

function plan(context: RepairContext, files: FileTexts): RepairPlan {
  const images = retiredImagesIn(context.failure)
  const workflows = readUsedWorkflows(context, files)
  if (workflows.flatMap(runsOnNodesIn).some((place) => wouldMergeImages(place, images)))
    return refuseRepair('A matrix would list one image twice. A person has to decide which entry to remove.')
  if (workflows.flatMap(({ jobs }) => jobs).some((job) => isSelfHosted(job, images)))
    return refuseRepair('A job requires more labels than the image, so it may use a self-hosted runner.')
  const edits = workflows.map((workflow) => ({ workflow, edits: editsIn(workflow, images) }))
  if (edits.some(({ workflow, edits: fileEdits }) => isNamedElsewhere(workflow, fileEdits, images)))
    return refuseRepair(
      'The workflow mentions the retired image elsewhere too, and only a person can tell why.'
    )
  const explanation = images.map(
    (image) => `GitHub no longer provides the image ${image}. The workflow now uses ${REPLACEMENTS[image]}.`
  )
  return workflowChange(edits, explanation, 'No job names the retired image literally.')
}

export const retiredImages: Repair = {
  name: 'retired_images',
  isOfWorkflow: true,
  types: ['config_error', 'runner_infra'],
  knows: (failure) => retiredImagesIn(failure).length > 0,
  needs: workflowPaths,
  plan
}
