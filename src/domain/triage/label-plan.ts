// What a verdict of triage says is to be done, in words.

export interface LabelPlan {
  add: readonly string[]
  remove: readonly string[]
}

export function labelPlanText({ add, remove }: LabelPlan, more: readonly string[] = []): string {
  const steps = [
    ...add.map((label) => `add-label ${label}`),
    ...remove.map((label) => `remove-label ${label}`),
    ...more
  ]
  return steps.length === 0 ? 'nothing' : steps.join('; ')
}
