// Words of the spam gate.

/** The source of its decisions and actions. */
export const SPAM_GATE_SOURCE = 'spam_gate'

/** The label of what it has closed, in a repository that has this label. */
export const SPAM_LABEL = 'spam'
