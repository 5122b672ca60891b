//! Whether a graph has a cycle, from a list of its edges.
//!
//! A depth-first search meets a cycle as an edge back into its own run, but only if it takes all edges of a state while that
//! is in its run, and if nobody else searches beside it. With sleeping actions, or with several workers, this decides it afterwards.

/// Whether there is a cycle among `nodes` nodes. `edges` has pairs of numbers below `nodes`.
pub(crate) fn is_cyclic(nodes: u64, edges: &[Vec<(u32, u32)>]) -> bool {
    let all = || edges.iter().flatten();
    if all().next().is_none() {
        return false;
    }
    let nodes = nodes as usize;
    // Where each node's successors start in one list of all of them.
    let mut starts = vec![0u32; nodes + 1];
    let mut arriving = vec![0u32; nodes];
    for &(from, to) in all() {
        starts[from as usize + 1] += 1;
        arriving[to as usize] += 1;
    }
    for node in 0..nodes {
        starts[node + 1] += starts[node];
    }
    let mut successors = vec![0u32; starts[nodes] as usize];
    let mut filled = starts.clone();
    for &(from, to) in all() {
        successors[filled[from as usize] as usize] = to;
        filled[from as usize] += 1;
    }
    // Takes away nodes to which nothing leads any more (Kahn 1962). What cannot be taken away is on a cycle, or after one.
    let mut pending: Vec<u32> = (0..nodes as u32).filter(|&node| arriving[node as usize] == 0).collect();
    let mut left = nodes;
    while let Some(node) = pending.pop() {
        left -= 1;
        for &to in &successors[starts[node as usize] as usize..starts[node as usize + 1] as usize] {
            arriving[to as usize] -= 1;
            if arriving[to as usize] == 0 {
                pending.push(to);
            }
        }
    }
    left > 0
}

#[cfg(test)]
mod tests {
    use super::is_cyclic;

    #[test]
    fn a_diamond_has_no_cycle_and_a_loop_behind_it_is_one() {
        assert!(!is_cyclic(0, &[]));
        assert!(!is_cyclic(3, &[vec![]]));
        let diamond = vec![(0, 1), (0, 2), (1, 3), (2, 3), (1, 3)];
        assert!(!is_cyclic(4, std::slice::from_ref(&diamond)));
        assert!(is_cyclic(5, &[diamond.clone(), vec![(3, 4), (4, 3)]]));
        assert!(is_cyclic(4, &[diamond, vec![(3, 3)]]));
    }
}
