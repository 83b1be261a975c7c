// What the host sends when an issue gets a label.

export interface Labelled {
  repo: number
  number: number
  labels: string[]
  /** When the host changed it; its clock counts whole seconds. */
  updatedAt?: string
}

export function labelled({ repo, number, labels, updatedAt = '2026-01-02T10:00:00Z' }: Labelled) {
  return {
    action: 'labeled',
    issue: {
      id: repo * 1_000 + number,
      number,
      title: 'It crashes',
      state: 'open',
      labels: labels.map((name) => ({ name })),
      created_at: '2026-01-02T09:00:00Z',
      updated_at: updatedAt
    },
    label: { name: labels.at(-1) ?? '' },
    repository: { id: repo, full_name: `octo-org/repo-${repo}`, private: false, default_branch: 'main' },
    installation: { id: 7 }
  }
}
