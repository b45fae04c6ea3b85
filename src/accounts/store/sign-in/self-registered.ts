import { sql } from '#libraries/kysely'

/**
 * Selects 1 for a developer who registered without an operator, else 0. For rows of versions
 * without `created_by`, the developer's oldest audit entry of this kind decides.
 */
export const IS_SELF_REGISTERED = sql<number>`case coalesce(
  developers.created_by,
  (select audit.by_kind from audit
    where audit.developer_id = developers.id and audit.action = 'developer.created'
    order by audit.id limit 1),
  'command'
) when 'developer' then 1 else 0 end`
