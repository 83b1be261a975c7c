/** The events that rules can react to. */
export const RULE_EVENTS = ['issues', 'pull_request', 'issue_comment'] as const
