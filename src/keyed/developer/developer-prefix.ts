/** The path before those of the operations on a developer's limits. */
export const DEVELOPER_PREFIX = '/api/developer/v1'
