/** The events that a rule may be about. */
export const RULE_EVENTS = ['issues', 'pull_request', 'issue_comment'] as const
