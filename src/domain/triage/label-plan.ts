// Renders the planned label changes of a triage verdict.

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
