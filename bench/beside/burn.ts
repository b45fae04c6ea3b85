// Uses one processor for as long as it lives: what an import costs the machine, without being one.
for (let at = 0; ; at += 1) Math.sqrt(at)
