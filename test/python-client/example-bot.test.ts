import { join } from 'node:path'
import { programPath } from '../../scripts/cluster/find-program.ts'
import { testExampleBot } from '../harness/example-bot-suite.ts'
import { PYTHON_TESTS, pythonEnvironment } from '../harness/python.ts'
import { skipWithout } from '../harness/servers.ts'

const BOT = join(import.meta.dirname, '..', '..', 'examples', 'python', 'cutoff_bot.py')

testExampleBot({
  name: 'the example bot in Python',
  skip: skipWithout('python3'),
  document: 'docs/cutoff-bot.md',
  prepare: () => {},
  command: (times) => [
    programPath('python3'),
    join(PYTHON_TESTS, 'fast_bot.py'),
    String(times),
    BOT,
  ],
  environment: pythonEnvironment,
})
