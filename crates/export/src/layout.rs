//! Where the locations of a template stand in an editor: in rows, each below those that lead to it; ways back run at the left, ways
//! past other rows at the right.

use crate::graph::Graph;

/// Distances between locations, wide enough for their labels.
const COLUMN: i32 = 380;
const ROW: i32 = 190;

/// The places of a graph's locations.
pub(crate) struct Layout {
    pub places: Vec<(i32, i32)>,
    rows: Vec<usize>,
    left: i32,
    right: i32,
}

/// How an edge is drawn.
pub(crate) struct Way {
    pub label: (i32, i32),
    pub nails: Vec<(i32, i32)>,
}

impl Layout {
    pub(crate) fn new(graph: &Graph) -> Layout {
        let n = graph.locations.len();
        // Locations are in the order in which they are come to first, so a way to an earlier one is one back.
        let mut rows = vec![0; n];
        for _ in 0..n {
            let mut changed = false;
            for edge in graph.edges.iter().filter(|edge| edge.from < edge.to) {
                if rows[edge.to] <= rows[edge.from] {
                    rows[edge.to] = rows[edge.from] + 1;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let mut counts = vec![0; rows.iter().max().map_or(1, |last| last + 1)];
        let places: Vec<(i32, i32)> = rows
            .iter()
            .map(|&row| {
                counts[row] += 1;
                ((counts[row] - 1) * COLUMN, row as i32 * ROW)
            })
            .collect();
        let right = places.iter().map(|(x, _)| *x).max().unwrap_or(0);
        Layout { places, rows, left: 0, right }
    }

    pub(crate) fn way(&self, graph: &Graph, number: usize) -> Way {
        let edge = &graph.edges[number];
        let ((x1, y1), (x2, y2)) = (self.places[edge.from], self.places[edge.to]);
        // Edges between the same two stand beside each other.
        let beside = graph.edges[..number].iter().filter(|e| e.from == edge.from).count() as i32;
        let lane = (number % 12) as i32;
        if edge.from == edge.to {
            return Way { label: (x1 + 70, y1 + 40), nails: vec![(x1 + 60, y1 + 40), (x1 - 60, y1 + 40)] };
        }
        if edge.to < edge.from {
            let x = self.left - 90 - 25 * lane;
            return Way { label: (x1 + 8, y1 + 20 + 55 * beside), nails: vec![(x, y1 + 40), (x, y2 - 10)] };
        }
        if self.rows[edge.to] > self.rows[edge.from] + 1 {
            let x = self.right + 260 + 25 * lane;
            return Way { label: (x1 + 8, y1 + 20 + 55 * beside), nails: vec![(x, y1 + 40), (x, y2 - 40)] };
        }
        let parallel =
            graph.edges[..number].iter().filter(|e| (e.from, e.to) == (edge.from, edge.to)).count() as i32;
        let middle = ((x1 + x2) / 2 + 8 + 150 * parallel, (y1 + y2) / 2 - 20);
        let nails = if parallel > 0 { vec![(middle.0 - 8, middle.1)] } else { Vec::new() };
        Way { label: middle, nails }
    }
}
