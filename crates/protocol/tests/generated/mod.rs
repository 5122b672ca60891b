//! The generated modules. See `modules.rs`.

#![allow(dead_code)] // no test uses all of them

pub mod directed_ring_strict;
pub mod directed_ring_liberal;
pub mod undirected_ring_strict;
pub mod undirected_ring_liberal;
pub mod star_strict;
pub mod star_liberal;
pub mod tree_strict;
pub mod tree_liberal;
pub mod full_mesh_strict;
pub mod full_mesh_liberal;
pub mod mesh_2d_strict;
pub mod mesh_2d_liberal;
pub mod chess_strict;
pub mod chess_liberal;
pub mod tic_tac_toe_strict;
pub mod tic_tac_toe_liberal;
pub mod rock_paper_scissors_strict;
pub mod rock_paper_scissors_liberal;
pub mod go_fish_strict;
pub mod go_fish_liberal;
pub mod cg_strict;
pub mod cg_liberal;
pub mod is_strict;
pub mod is_liberal;
pub mod ft_strict;
pub mod ft_liberal;
pub mod mg_strict;
pub mod mg_liberal;
