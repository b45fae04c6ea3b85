import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createStatementCache } from './statement-cache.ts'

test('prepares each text once, and again after it was dropped', () => {
  const database = new DatabaseSync(':memory:')
  const prepared: string[] = []
  const prepare = createStatementCache({
    prepare: (sql) => {
      prepared.push(sql)
      return database.prepare(sql)
    },
  })
  const first = prepare('select 1 as one')
  assert.equal(prepare('select 1 as one'), first)
  assert.deepEqual(prepared, ['select 1 as one'])
  for (let nth = 0; nth < 1_000; nth += 1) prepare(`select ${nth + 10}`)
  assert.notEqual(prepare('select 1 as one'), first)
})

test('tells statements that return rows from others', () => {
  const database = new DatabaseSync(':memory:')
  const prepare = createStatementCache(database)
  const create = prepare('create table some (value integer)')
  assert.equal(create.isReader, false)
  create.statement.run()
  assert.equal(prepare('select * from some').isReader, true)
  assert.equal(prepare('insert into some values (1)').isReader, false)
  assert.equal(prepare('insert into some values (1) returning value').isReader, true)
})

test('a statement sees a table that was changed after it was prepared', () => {
  const database = new DatabaseSync(':memory:')
  const prepare = createStatementCache(database)
  database.exec('create table some (value integer); insert into some values (1)')
  const read = () => ({ ...prepare('select * from some').statement.get() })
  assert.deepEqual(read(), { value: 1 })
  database.exec('alter table some add column other integer')
  assert.deepEqual(read(), { value: 1, other: null })
})

test('a statement that failed can run again', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table some (value integer primary key)')
  const prepare = createStatementCache(database)
  const insert = () => prepare('insert into some values (?)').statement.run(1)
  insert()
  assert.throws(insert, /UNIQUE/)
  database.exec('delete from some')
  assert.equal(insert().changes, 1)
})
