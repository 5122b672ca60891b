//! Strongly connected components of an explicit graph, by Tarjan's algorithm without recursion.

/// The components of `graph` (for every node, the nodes it leads to, with something on each edge). A component comes
/// after those that it reaches.
pub fn components<T>(graph: &[Vec<(u32, T)>]) -> Vec<Vec<u32>> {
    components_within(graph, |_| true)
}

/// The components of the part of `graph` where `inside` holds.
pub fn components_within<T>(graph: &[Vec<(u32, T)>], inside: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut index = vec![UNSEEN; graph.len()];
    let mut low = vec![0u32; graph.len()];
    let mut on_stack = vec![false; graph.len()];
    let mut stack: Vec<u32> = Vec::new();
    let mut counter = 0;
    let mut found = Vec::new();
    for root in 0..graph.len() as u32 {
        if index[root as usize] != UNSEEN || !inside(root) {
            continue;
        }
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            let at = node as usize;
            if *edge == 0 {
                index[at] = counter;
                low[at] = counter;
                counter += 1;
                stack.push(node);
                on_stack[at] = true;
            }
            if let Some(&(target, _)) = graph[at].get(*edge) {
                *edge += 1;
                let target_at = target as usize;
                if !inside(target) {
                    continue;
                }
                if index[target_at] == UNSEEN {
                    path.push((target, 0));
                } else if on_stack[target_at] {
                    low[at] = low[at].min(index[target_at]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == index[at] {
                let start = stack.iter().rposition(|&member| member == node).unwrap_or(0);
                let component = stack.split_off(start);
                for &member in &component {
                    on_stack[member as usize] = false;
                }
                found.push(component);
            }
        }
    }
    found
}
