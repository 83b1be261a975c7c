// What the document says of the groups for operators: they share a tag.
export const OPERATION = {
  tag: 'operation',
  about: 'Health, metrics, changes as they happen and the progress of work, for operators and monitoring.'
} as const
