import { openBare } from '../turns/start-bare-node.ts'
import { runChild } from '../turns/run-child.ts'
import { readAnswer } from '../turns/same-answer.ts'
import { PIECES, type Piece, type PieceName } from './pieces.ts'

await runChild<PieceName | 'bare'>((name, folder) => {
  const { headers, body, authorization } = readAnswer(folder)
  const key = authorization.replace('Bearer ', '')
  const piece: Piece | undefined = name === 'bare' ? undefined : PIECES[name]({ folder, key, body })
  return openBare((incoming, outgoing) => {
    const answer = () => {
      outgoing.writeHead(200, [...headers])
      outgoing.end(body)
    }
    const work = piece?.(incoming, outgoing)
    if (work instanceof Promise) void work.then(answer)
    else answer()
  })
})
