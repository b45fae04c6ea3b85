import type { AccountNames } from '../../account-names.ts'
import type { AccountDatabase } from '../schema.ts'

/** Creates the SQL reader of names. Each call is one statement. */
export function createAccountNames(database: AccountDatabase): AccountNames {
  return {
    keys: async ({ developerId, applicationId, keyIds }) => {
      if (keyIds?.length === 0) return []
      let query = database
        .selectFrom('keys')
        .innerJoin('applications', 'applications.id', 'keys.application_id')
        .select([
          'keys.id as keyId',
          'keys.name as name',
          'applications.name as application',
          'applications.id as applicationId',
          'applications.developer_id as developerId',
        ])
      if (developerId !== undefined)
        query = query.where('applications.developer_id', '=', developerId)
      if (applicationId !== undefined) query = query.where('applications.id', '=', applicationId)
      if (keyIds !== undefined) query = query.where('keys.id', 'in', [...keyIds])
      return query.execute()
    },
    ownerOf: async (applicationId) => {
      const row = await database
        .selectFrom('applications')
        .select('developer_id')
        .where('id', '=', applicationId)
        .executeTakeFirst()
      return row?.developer_id
    },
    developers: async (developerIds) => {
      if (developerIds.length === 0) return new Map()
      const rows = await database
        .selectFrom('developers')
        .select(['id', 'name'])
        .where('id', 'in', [...developerIds])
        .execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}
